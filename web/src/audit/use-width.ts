/** How wide an element is, so that a drawing can be made for it pixel by pixel. */
import { useEffect, useRef, useState, type RefObject } from 'react';

export function useWidth<Kind extends Element>(): readonly [RefObject<Kind | null>, number] {
  const box = useRef<Kind>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const watcher = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [box, width];
}
