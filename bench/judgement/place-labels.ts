/**
 * Finds a free place for the label of every point of a plot.
 *
 * Points lie close together where it matters most. Each label takes the nearest free place, first come
 * first served; one that had to move away gets a line to its point.
 */
const CHAR_WIDTH = 6.4;
const LINE_HEIGHT = 14;
const GAP = 9;
const RINGS = 24;

/** A point that wants a label. */
export interface LabelledPoint {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** The left end of a label's middle line, and whether it needs a line to its point. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly far: boolean;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A place for each label inside the frame, in the order of the points. */
export function placeLabels(points: readonly LabelledPoint[], frame: Box): LabelPlace[] {
  const taken = points.map(({ x, y }) => ({
    left: x - 5,
    top: y - 5,
    right: x + 5,
    bottom: y + 5,
  }));
  return points.map((point) => {
    const places = candidates(point);
    const free = places.find((place) => {
      const box = boxOf(place, point.text);
      return isInside(box, frame) && !taken.some((other) => overlap(box, other));
    });
    const place = free ?? places[0] ?? { x: point.x, y: point.y, far: false };
    taken.push(boxOf(place, point.text));
    return place;
  });
}

/** Right, left, above, below; then the same further away. */
function candidates({ x, y, text }: LabelledPoint): LabelPlace[] {
  const width = text.length * CHAR_WIDTH;
  const places: LabelPlace[] = [];
  for (let ring = 0; ring < RINGS; ring += 1) {
    const far = ring > 0;
    const rise = ring * (LINE_HEIGHT / 2);
    const reach = GAP + ring * 4;
    for (const shift of ring === 0 ? [0] : [rise, -rise]) {
      places.push({ x: x + reach, y: y + shift, far }, { x: x - reach - width, y: y + shift, far });
    }
    places.push({ x: x - width / 2, y: y - GAP - 4 - rise, far });
    places.push({ x: x - width / 2, y: y + GAP + 4 + rise, far });
  }
  return places;
}

function boxOf({ x, y }: LabelPlace, text: string): Box {
  const half = LINE_HEIGHT / 2;
  return { left: x - 1, top: y - half, right: x + text.length * CHAR_WIDTH + 1, bottom: y + half };
}

function isInside(box: Box, frame: Box): boolean {
  return (
    box.left >= frame.left &&
    box.right <= frame.right &&
    box.top >= frame.top &&
    box.bottom <= frame.bottom
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
