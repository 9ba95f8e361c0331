// Makes changes that go on in a page by themselves, before and after any action, and mean nothing to it.

const noises: Readonly<Record<string, (place: HTMLElement) => void>> = {
  clock(place) {
    const clock = place.appendChild(document.createElement("time"));
    const tick = (): void => void (clock.textContent = new Date().toLocaleTimeString("en-GB"));
    tick();
    setInterval(tick, 1000);
  },
  poll(place) {
    const news = place.appendChild(document.createElement("p"));
    setInterval(async () => {
      const response = await fetch("/server/json?ms=15&for=poll");
      await response.json();
      news.dataset["asked"] = String(1 + Number(news.dataset["asked"] ?? 0));
    }, 300);
  },
  beacons() {
    setInterval(() => void navigator.sendBeacon("/server/nothing", "seen"), 400);
    setInterval(() => void (new Image().src = `/server/image?ms=20&n=${Math.random()}`), 700);
  },
  animation(place) {
    place.appendChild(document.createElement("div")).className = "endless";
    const drawn = place.appendChild(document.createElement("div"));
    drawn.className = "drawn";
    const step = (now: number): void => {
      drawn.style.transform = `translateX(${Math.round(50 + 50 * Math.sin(now / 300))}px)`;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  },
  ticker(place) {
    const quote = place.appendChild(document.createElement("output"));
    const socket = new WebSocket(`ws://${location.host}/server/ticker?ms=180`);
    socket.addEventListener("message", ({ data }) => {
      quote.textContent = String(data);
    });
  },
  carousel(place) {
    const slides = ["Summer sale", "Free delivery", "New arrivals"];
    const slide = place.appendChild(document.createElement("div"));
    slide.className = "slide";
    let turn = 0;
    const show = (): void => {
      slide.textContent = slides[turn++ % slides.length] ?? "";
      slide.animate([{ opacity: 0 }, { opacity: 1 }], 400);
    };
    show();
    setInterval(show, 900);
  },
  /** Requests scripts as pages do of other sites: one is on its way nearly all the time. */
  scripts() {
    const ask = (): void => {
      const script = document.createElement("script");
      script.src = `/server/script?ms=700&n=${Math.random()}`;
      script.onload = () => {
        script.remove();
        setTimeout(ask, 60);
      };
      document.head.append(script);
    };
    ask();
  },
};

/** @param name `none`, one of them, or `all` */
export function startNoise(name: string, place: HTMLElement): void {
  const started = name === "all" ? Object.values(noises) : [noises[name]];
  for (const start of started) start?.(place);
}
