/* Joining a game: the seats of a new game, a rematch, an invitation. */
import { RoomError, call, keepSeat, keptSeats, newSalt, remember } from "./api.js";
import { errorText, showDialog } from "./dialogs.js";
import { sideTag } from "./icons.js";
import { h } from "./render.js";
import * as signing from "./signing.js";

/**
 * Return this browser's share of the dice. A browser that can sign sends it later with its key.
 * @param {string} against
 */
export async function diceShare(against) {
  const keyed = ["computer", "invite"].includes(against) && (await signing.canSign());
  return keyed ? { keyed } : { salt: newSalt() };
}

/**
 * Keep the seats of a new game in this browser.
 * @param {import('../types').Created} made
 * @param {string} title
 * @returns {{own: import('../types').SeatLink, guest: import('../types').SeatLink|undefined}} the
 *   player's own seat, and the invitation for another player
 */
export function keepSeats(made, title) {
  for (const seat of [...made.seats].reverse())
    if (seat.role !== "invite")
      keepSeat({ game: made.game, side: seat.side, role: seat.role, token: seat.token, title });
  const guest = made.seats.find((x) => x.role === "invite"),
    own = made.seats.find((x) => x.role === "player") || made.seats[0];
  if (guest) remember(`invite.${made.game}`, guest.link);
  return { own, guest };
}

/**
 * Set up the same game with sides changed, or take the seat that the other side keeps there. Then
 * open it.
 * @param {import('./api.js').Seat} seat
 * @param {string} title
 * @param {string} [mode] kind of opponent
 */
export async function openRematch(seat, title, mode = "computer") {
  try {
    const { own } = keepSeats(
      await seat.post("/rematch", await diceShare(mode === "lesson" ? "computer" : mode)),
      title,
    );
    location.href = own.link;
  } catch (e) {
    const mine =
      e instanceof RoomError && e.code === "again" && keptSeats().find((x) => x.game === e.place);
    if (!mine) throw e;
    location.href = `/table/${mine.game}#${encodeURIComponent(mine.token)}`;
  }
}

/**
 * Offer the empty seat to the player who opened its invitation.
 * @param {import('./game-page.js').GamePage} page
 */
export async function offerSeat(page, problem = "") {
  const [chair] = await call("POST", "/api/seats", {
    body: { seats: [{ game: page.gameId, token: page.seat.token }] },
  }).catch(() => []);
  const take = async () => {
    try {
      const link = await call("POST", `/api/games/${encodeURIComponent(page.gameId)}/claim`, {
        token: page.seat.token,
        body: { salt: (await signing.canSign()) ? "" : newSalt() },
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
      await page.connection.takeSeat();
    } catch (e) {
      if (e instanceof RoomError && e.status === 401) sayTaken();
      else offerSeat(page, errorText(e));
    }
  };
  const dialog = showDialog(
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
      "A seat in this game is kept for you. When you take it, this link is used up, and the " +
        "address of this page becomes the link of your seat: keep it.",
    ),
    h("p.problem", { role: "status" }, problem),
  );
}

/** Say that the invitation has been used, in another browser. */
const sayTaken = () =>
  showDialog(
    {
      heading: "This seat is taken",
      acts: h("a.btn.go", { href: "/" }, "To the start page"),
      held: true,
    },
    h(
      "p",
      "The invitation works once, and was used while this page was open. " +
        "If you used it, open the game in that browser, or with the link of your seat.",
    ),
  );
