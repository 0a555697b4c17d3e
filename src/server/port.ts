/** The port that a command line names, or undefined where it names none. 0 lets the system choose. */
export function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  return port !== undefined && port <= 65_535 ? port : undefined;
}
