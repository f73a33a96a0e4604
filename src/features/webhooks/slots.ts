// How many tries are under way, to whom, and how many more may begin. A receiver that fails or is slow gets a single one at a
// time, and all of these together never more than half: whatever they do, the others are served.

export type Slots = {
  begin(endpointId: string, how: { isTroubled: boolean }): void;
  end(endpointId: string, how: { isTroubled: boolean }): void;
  count(): number;
  /** The room that is left for the troubled, or for the others. */
  free(ofTroubled: boolean): number;
  /** Of endpoints that something is under way to. */
  rooms(ofTroubled: boolean): ReadonlyMap<string, number>;
  roomOfOthers(ofTroubled: boolean): number;
  troubledIds(): readonly string[];
};

export type SlotLimits = { all: number; perEndpoint: number };

const ROOM_OF_TROUBLED = 1;

export function createSlots({ all, perEndpoint }: SlotLimits): Slots {
  const underWay = new Map<string, number>();
  const troubled = new Set<string>();
  let total = 0;
  const limitOf = (ofTroubled: boolean): number =>
    ofTroubled ? Math.min(ROOM_OF_TROUBLED, perEndpoint) : perEndpoint;
  const countTroubled = (): number =>
    [...underWay].reduce((sum, [id, count]) => sum + (troubled.has(id) ? count : 0), 0);
  return {
    begin: (endpointId, { isTroubled }) => {
      total += 1;
      if (isTroubled) {
        troubled.add(endpointId);
      }
      underWay.set(endpointId, (underWay.get(endpointId) ?? 0) + 1);
    },
    end: (endpointId, { isTroubled }) => {
      total -= 1;
      const left = (underWay.get(endpointId) ?? 1) - 1;
      if (left === 0) {
        underWay.delete(endpointId);
      } else {
        underWay.set(endpointId, left);
      }
      if (isTroubled) {
        troubled.add(endpointId);
      } else {
        troubled.delete(endpointId);
      }
    },
    count: () => total,
    free: (ofTroubled) => {
      const left = all - total;
      return Math.max(0, ofTroubled ? Math.min(left, Math.floor(all / 2) - countTroubled()) : left);
    },
    rooms: (ofTroubled) =>
      new Map([...underWay].map(([id, count]) => [id, Math.max(0, limitOf(ofTroubled) - count)])),
    roomOfOthers: limitOf,
    troubledIds: () => [...troubled],
  };
}
