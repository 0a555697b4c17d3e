export const TUNE: Record<string, number> = {};
export const tune = (name: string, value: number): number => TUNE[name] ?? value;
