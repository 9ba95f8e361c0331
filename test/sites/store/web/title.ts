// Names the page shown, in the window's title.
import { useEffect } from "preact/hooks";

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? "Fernway" : `${title} – Fernway`;
  }, [title]);
}
