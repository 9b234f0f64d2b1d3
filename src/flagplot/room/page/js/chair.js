/* An empty chair at a table: the link that invites to it, and sitting down. */
import { RoomError, call, keepSeat, salt } from "./api.js";
import { message, show } from "./dialogs.js";
import { sideTag } from "./marks.js";
import * as signing from "./sign.js";
import { h } from "./view.js";

/** The link is an invitation: offer the chair. @param {import('./table.js').TablePage} page */
export async function takeChair(page, problem = "") {
  const [chair] = await call("POST", "/api/seats", {
    body: { seats: [{ game: page.gameId, token: page.seat.token }] },
  }).catch(() => []);
  const take = async () => {
    try {
      const link = await call("POST", `/api/games/${encodeURIComponent(page.gameId)}/claim`, {
        token: page.seat.token,
        body: { salt: (await signing.able()) ? "" : salt() },
      });
      keepSeat({
        game: page.gameId,
        side: link.side,
        role: link.role,
        token: link.token,
        title: "",
      });
      dialog.close();
      history.replaceState(null, "", `#${encodeURIComponent(link.token)}`);
      await page.wire.sit();
    } catch (e) {
      if (e instanceof RoomError && e.status === 401) taken();
      else takeChair(page, message(e));
    }
  };
  const dialog = show(
    {
      heading: "You are invited",
      acts: h("button.btn.go", { onClick: take }, "Take the seat"),
      held: true,
    },
    chair
      ? h("p", h("b", chair.title), ", ", chair.book, ": you will play ", sideTag(chair.side), ".")
      : null,
    h(
      "p",
      "Somebody keeps a chair for you at this table. When you take it, this link is used up and the address of this page becomes your seat: keep it.",
    ),
    h("p.problem", { role: "status" }, problem),
  );
}

/** Somebody was quicker: the link has become a seat, in another browser. */
const taken = () =>
  show(
    {
      heading: "This chair is taken",
      acts: h("a.btn.go", { href: "/" }, "To the start page"),
      held: true,
    },
    h(
      "p",
      "The invitation was used while this page lay open; it works once. If it was you, open the table in the browser you took the seat with, or ask for the link of your seat.",
    ),
  );
