/* Sitting down at a new game: one's share of the dice, and the seats that came of it. */
import { RoomError, keepSeat, remember, salt, seats } from "./api.js";
import { able } from "./sign.js";

/** One's share of the dice: brought to the table with a key by a browser that can sign, else given at once. @param {string} against */
export async function share(against) {
  const keyed = ["computer", "invite"].includes(against) && (await able());
  return keyed ? { keyed } : { salt: salt() };
}

/** Keep the seats of a new game in this browser. @param {import('../types').Created} made @param {string} title @returns {{own: import('../types').SeatLink, guest: import('../types').SeatLink|undefined}} one's own, and the invitation for somebody else */
export function seated(made, title) {
  for (const seat of [...made.seats].reverse())
    if (seat.role !== "invite")
      keepSeat({ game: made.game, side: seat.side, role: seat.role, token: seat.token, title });
  const guest = made.seats.find((x) => x.role === "invite"),
    own = made.seats.find((x) => x.role === "player") || made.seats[0];
  if (guest) remember(`invite.${made.game}`, guest.link);
  return { own, guest };
}

/** Set up the same game again from the other side, or take the chair that the other side keeps there, and go there. @param {import('./api.js').Seat} seat @param {string} title @param {string} [mode] who sits opposite */
export async function rematch(seat, title, mode = "computer") {
  try {
    const { own } = seated(
      await seat.post("/rematch", await share(mode === "lesson" ? "computer" : mode)),
      title,
    );
    location.href = own.link;
  } catch (e) {
    const mine =
      e instanceof RoomError && e.code === "again" && seats().find((x) => x.game === e.place);
    if (!mine) throw e;
    location.href = `/table/${mine.game}#${encodeURIComponent(mine.token)}`;
  }
}
