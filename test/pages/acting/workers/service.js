onmessage = (event) => {
  if (event.data === "") {
    event.source.postMessage("");
    return;
  }
  const answered = fetch(event.data)
    .then((response) => response.text())
    .then((text) => event.source.postMessage(`service: ${text}`));
  event.waitUntil(answered);
};
