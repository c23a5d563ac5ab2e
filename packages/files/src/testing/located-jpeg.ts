/** The place that `locatedJpeg` names: 48° 8' 13.5737", 11° 34' 31.4159", as EXIF writes it: pairs of numbers. */
const degrees: readonly [numerator: number, denominator: number][][] = [
  [
    [48, 1],
    [8, 1],
    [135_737, 10_007],
  ],
  [
    [11, 1],
    [34, 1],
    [314_159, 10_009],
  ],
];

const rational = ([numerator, denominator]: readonly [number, number], big: boolean) => {
  const bytes = Buffer.alloc(8);
  if (big) {
    bytes.writeUInt32BE(numerator);
    bytes.writeUInt32BE(denominator, 4);
  } else {
    bytes.writeUInt32LE(numerator);
    bytes.writeUInt32LE(denominator, 4);
  }
  return bytes;
};

const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,8.13573N" exif:GPSLongitude="11,34.31415E"/></rdf:RDF></x:xmpmeta>';

/** What must not be found in a picture without a place: the seconds of both coordinates in either byte order, and their text. */
export const traces: readonly Uint8Array[] = [
  ...degrees.flatMap((parts) => {
    const seconds = parts[2] ?? [0, 0];
    return [rational(seconds, true), rational(seconds, false)];
  }),
  ...['48,8.13573', '11,34.31415', 'GPSLatitude', 'Exif\0', 'adobe', 'Secret camera', 'a comment of mine'].map((text) =>
    Buffer.from(text, 'latin1'),
  ),
];

/** TIFF data for EXIF: an orientation, the name of a camera, and a place. */
export function exifOf(orientation: number): Buffer {
  const camera = Buffer.from('Secret camera\0');
  const coordinates = Buffer.concat(degrees.flatMap((parts) => parts.map((part) => rational(part, true))));
  const entry = (tag: number, type: number, count: number, value: Buffer | number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(tag, 0);
    bytes.writeUInt16BE(type, 2);
    bytes.writeUInt32BE(count, 4);
    if (typeof value === 'number') bytes.writeUInt32BE(value, 8);
    else value.copy(bytes, 8);
    return bytes;
  };
  const directory = (...entries: Buffer[]) => {
    const count = Buffer.alloc(2);
    count.writeUInt16BE(entries.length);
    return Buffer.concat([count, ...entries, Buffer.alloc(4)]);
  };
  const first = 8;
  const gps = first + 2 + 3 * 12 + 4;
  const data = gps + 2 + 4 * 12 + 4;
  const header = Buffer.from('4d4d002a00000008', 'hex');
  return Buffer.concat([
    header,
    directory(
      entry(0x0110, 2, camera.length, data + coordinates.length),
      entry(0x0112, 3, 1, Buffer.from([0, orientation, 0, 0])),
      entry(0x8825, 4, 1, gps),
    ),
    directory(
      entry(1, 2, 2, Buffer.from('N\0\0\0')),
      entry(2, 5, 3, data),
      entry(3, 2, 2, Buffer.from('E\0\0\0')),
      entry(4, 5, 3, data + coordinates.length / 2),
    ),
    coordinates,
    camera,
  ]);
}

/** The JPEG with EXIF (an orientation and a place), XMP (the same place) and a comment, as a camera or a program writes them. */
export function locatedJpeg(jpeg: Uint8Array, orientation: number): Buffer {
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  };
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifOf(orientation)])),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`)),
    segment(0xfe, Buffer.from('a comment of mine')),
    jpeg.subarray(2),
  ]);
}
