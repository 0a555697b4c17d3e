import { parseUrl } from '../paths.ts';

/** Tests of formats; others always pass. */
export const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', isDateTime],
  ['email', isEmail],
  ['uri', isUri],
  [
    'uuid',
    (text: string) => /^(?:urn:uuid:)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  ],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
]);

/** RFC 3339, 5.6: `full-date`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  // A day that a month does not have is one of the next month.
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i;

/** RFC 3339, 5.6: `date-time`; a space may replace the `T`. */
function isDateTime(text: string): boolean {
  if (!/^.{10}[t\s]/i.test(text) || !isDate(text.slice(0, 10))) return false;
  const found = TIME.exec(text.slice(11));
  if (found === null) return false;
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const [zoneHour, zoneMinute] = [Number(found[5] ?? 0), Number(found[6] ?? 0)];
  if (zoneHour > 23 || zoneMinute > 59 || hour > 23 || minute > 59) return false;
  if (second < 60) return true;
  const offset = (zoneHour * 60 + zoneMinute) * (found[4] === '-' ? 1 : -1);
  // Leap seconds occur at the end of a UTC day.
  const utc = (hour * 60 + minute + offset + 2880) % 1440;
  return second === 60 && utc === 1439;
}

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+";
const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'i');
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`, 'i');

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && LOCAL.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

/** RFC 3986: checks the scheme and the allowed characters, not each component. */
function isUri(text: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]*$/i.test(text)) return false;
  if (/%(?![\da-f]{2})/i.test(text) || text.indexOf('#') !== text.lastIndexOf('#')) return false;
  return text.length > text.indexOf(':') + 1;
}

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** RFC 4291, 2.2. */
function isIpv6(text: string): boolean {
  return /^[\da-f:.]+$/i.test(text) && parseUrl(`http://[${text}]`) !== undefined;
}
