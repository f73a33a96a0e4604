/** Whoever reads more than that one by one loses the oldest marks. */
export const MOST_READ_IDS = 500;
