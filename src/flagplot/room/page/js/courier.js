/* What all pages of a browser share: a worker that holds the one stream of news and passes them on. */
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
          told: () => port.postMessage("told"),
          lost: () => port.postMessage("lost"),
        })
      : () => {};
  };
  port.addEventListener("close", () => leave()); // a page that went without a word
});
