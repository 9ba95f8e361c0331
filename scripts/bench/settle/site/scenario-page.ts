// Makes the document of a scenario: an empty frame for a view, a stage, the noise, and what is to be played.
import type { Configuration } from "../page/configuration.ts";
import type { Visit } from "./visit.ts";

const STYLE = `
  body { font: 16px/1.5 sans-serif; margin: 24px }
  .panel { height: 40px; overflow: hidden; opacity: 0.3; transition: height 0s, opacity 0s; background: #eef }
  .appears { height: 40px; opacity: 1; transition: opacity 0s; @starting-style { opacity: 0 } }
  .box { width: 160px; height: 40px; background: #efe }
  .slides-in { animation: slides-in 1s both }
  .skeleton { height: 48px; background: #ddd }
  .spinner { width: 90px; animation: turns 1s linear infinite }
  .endless { width: 40px; height: 20px; background: #ccf; animation: sways 1.4s ease-in-out infinite }
  .drawn { width: 40px; height: 20px; background: #fcc }
  aside { position: fixed; right: 12px; bottom: 12px; width: 260px }
  @keyframes slides-in { from { transform: translateX(-60px) } }
  @keyframes turns { to { opacity: 0.3 } }
  @keyframes sways { 50% { transform: translateX(120px) } }`;

export function pageOf(
  { scenario, key, token }: Visit,
  place: { readonly stage: number; readonly otherOrigin: string },
): string {
  const { pattern, noise, delays, view } = scenario;
  const config: Configuration = {
    id: key,
    pattern: pattern.name,
    noise,
    delays,
    key,
    token,
    ...place,
  };
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Scene</title>
<style>${STYLE}</style></head>
<body><div id="view"></div><div id="stage"></div><aside id="noise"></aside>
<script type="application/json" id="configuration">${JSON.stringify(config)}</script>
<script type="module" src="/bundle/${view}.js"></script></body></html>`;
}
