export type YamlPrimitive = string | number | boolean | null;

const INTEGER = /^[-+]?\d+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** The value of a plain scalar in the core schema (YAML 1.2.2, 10.3.2). What matches no type is text. */
export function resolvePlainScalar(source: string): YamlPrimitive {
  switch (source) {
    case '':
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null;
    case 'true':
    case 'True':
    case 'TRUE':
      return true;
    case 'false':
    case 'False':
    case 'FALSE':
      return false;
    default:
      return resolveNumber(source) ?? source;
  }
}

function resolveNumber(source: string): number | undefined {
  if (INTEGER.test(source) || FLOAT.test(source)) return Number(source);
  if (/^0o[0-7]+$/.test(source) || /^0x[\da-fA-F]+$/.test(source)) return Number(source);
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(source)) {
    return source.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  return /^\.(?:nan|NaN|NAN)$/.test(source) ? Number.NaN : undefined;
}
