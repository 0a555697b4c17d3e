/** A date (ISO 8601) with an optional time and zone. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/i;

/** The time (ms) of a date, which is in UTC unless it names a zone; undefined if it is none. */
export function utcTime(text: string): number | undefined {
  const [, day = '', clock = '00:00', zone = 'Z'] = DATE.exec(text) ?? [];
  const midnight = Date.parse(day);
  // Node reads February 30 as a day in March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  const time = Date.parse(`${day}T${clock}${zone.toUpperCase()}`);
  return Number.isNaN(time) ? undefined : time;
}
