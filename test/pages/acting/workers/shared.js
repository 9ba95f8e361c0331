onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) =>
    fetch(data)
      .then((response) => response.text())
      .then((text) => port.postMessage(`shared: ${text}`));
};
