// Events that tell how far something has come. They are for whoever watches it at that moment: its end is told by an event of
// its own, so they are neither read later nor sent elsewhere.

/** Of events, behind the name of the table and a dot. */
export const IS_NO_PROGRESS = `type not like '%.progress'`;
