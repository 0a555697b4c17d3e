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

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339, 5.6: `full-date`. */
function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (found === null) return false;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
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
  const halves = text.split('::');
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [index, half] of halves.entries()) {
    const parts = half === '' ? [] : half.split(':');
    for (const [at, part] of parts.entries()) {
      const last = index === halves.length - 1 && at === parts.length - 1;
      if (last && part.includes('.') && isIpv4(part)) groups += 2;
      else if (/^[\da-f]{1,4}$/i.test(part)) groups += 1;
      else return false;
    }
  }
  return halves.length === 2 ? groups <= 7 : groups === 8;
}
