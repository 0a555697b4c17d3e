/** Names for the regions of one page: the second region of the same name gets ` (2)`. */
export interface RegionNames {
  readonly unique: (name: string) => string;
}

export function createRegionNames(): RegionNames {
  const used = new Map<string, number>();
  return {
    unique: (name) => {
      const count = (used.get(name) ?? 0) + 1;
      used.set(name, count);
      return count === 1 ? name : `${name} (${count})`;
    },
  };
}
