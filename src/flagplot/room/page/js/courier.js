/* The shared worker of a browser: it holds the one stream of news and passes news to all pages. */
import { News } from "./news.js";

const news = new News();

addEventListener("connect", (e) => {
  const [port] = /** @type {MessageEvent} */ (e).ports;
  let leave = () => {};
  port.onmessage = ({ data }) => {
    leave();
    leave = data
      ? news.join({
          seat: data,
          onNews: () => port.postMessage("told"),
          onLost: () => port.postMessage("lost"),
        })
      : () => {};
  };
  port.addEventListener("close", () => leave()); // a page that closed without a message
});
