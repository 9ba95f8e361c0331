onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data === "") {
      port.postMessage("");
      return;
    }
    fetch(data)
      .then((response) => response.text())
      .then((text) => port.postMessage(`shared: ${text}`));
  };
};
