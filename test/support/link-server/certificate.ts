import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key and a self-signed certificate, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate (X.509 v3, RFC 5280) for names and IPv4 addresses, valid from 2020 to 2049. */
export function selfSigned(names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), utf8(names[0] ?? 'test'))));
  const content = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(basicConstraints(), subjectAltName(names))),
  );
  const signature = sign('sha256', content, privateKey);
  const der = sequence(content, ECDSA_WITH_SHA256, bitString(signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${wrapped(der.toString('base64'))}\n-----END CERTIFICATE-----\n`,
  };
}

/** One value of DER (X.690): tag, length, content. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length =
    size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts);
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
const utcTime = (text: string): Buffer => tagged(0x17, Buffer.from(text));
const bitString = (bytes: Buffer): Buffer => tagged(0x03, Buffer.from([0]), bytes);
const octets = (bytes: Buffer): Buffer => tagged(0x04, bytes);

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));

/** Marks the certificate as its own authority, so that it can be trusted. */
function basicConstraints(): Buffer {
  const isAuthority = tagged(0x01, Buffer.from([0xff]));
  return sequence(oid('551d13'), octets(sequence(isAuthority)));
}

function subjectAltName(names: readonly string[]): Buffer {
  const entries = names.map((name) =>
    /^[\d.]+$/.test(name)
      ? tagged(0x87, Buffer.from(name.split('.').map(Number)))
      : tagged(0x82, Buffer.from(name)),
  );
  return sequence(oid('551d11'), octets(sequence(...entries)));
}

function wrapped(base64: string): string {
  return base64.replace(/(.{64})(?=.)/g, '$1\n');
}
