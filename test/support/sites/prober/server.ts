// Serves a page that tries every way out to the address in its query; its title says when all are tried.
import { createServer } from "node:http";

const page = `<!doctype html><title>Prober</title><script>
  const to = new URLSearchParams(location.search).get("to");
  const element = (name, members) => new Promise((resolve) => {
    document.body.append(Object.assign(document.createElement(name), members, { onload: resolve, onerror: resolve }));
  });
  const ways = [
    () => fetch("http://" + to + "/fetch", { mode: "no-cors" }),
    () => fetch("https://" + to + "/secure", { mode: "no-cors" }),
    () => navigator.sendBeacon("http://" + to + "/beacon"),
    () => element("img", { src: "http://" + to + "/image" }),
    () => element("script", { src: "http://" + to + "/script" }),
    () => element("link", { rel: "stylesheet", href: "http://" + to + "/style" }),
    () => element("iframe", { src: "http://" + to + "/frame" }),
    () => new Promise((resolve) => {
      const socket = new WebSocket("ws://" + to + "/socket");
      socket.onopen = socket.onerror = resolve;
    }),
    () => new Promise((resolve) => {
      const events = new EventSource("http://" + to + "/events");
      events.onopen = events.onerror = () => resolve(events.close());
    }),
    () => new Promise((resolve) => {
      const source = "fetch('http://" + to + "/worker', { mode: 'no-cors' }).finally(() => postMessage(0))";
      new Worker(URL.createObjectURL(new Blob([source]))).onmessage = resolve;
    }),
    () => new Promise((resolve) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:" + to }] });
      peer.createDataChannel("probe");
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      // Gathering need not end; a request to the server named above leaves at once or never.
      setTimeout(resolve, 1000);
    }),
  ];
  addEventListener("load", async () => {
    await Promise.allSettled(ways.map(async (go) => go()));
    document.title = "Probed";
  });
</script><body>`;

createServer((_request, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(page);
}).listen(Number(process.env["PORT"]), process.env["HOST"]);
