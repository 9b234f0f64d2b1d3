/* The connection to the room: the seat of this page, its news, and whether the room answers. */
import { Offline, RoomError, Seat, dropSeat, keptSeats } from "./api.js";
import { errorText } from "./dialogs.js";
import { $ } from "./dom.js";
import { showCannotOpen } from "./game-dialogs.js";
import { listenForNews } from "./news.js";
import * as signing from "./signing.js";
import { ViewCache } from "./view-delta.js";

/** Milliseconds between two requests while the room does not answer. */
const RETRY = 1500;

export class Connection {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    this.viewCache = new ViewCache();
    this.stop = () => {};
    /** @type {Promise<boolean>|null} */
    this.refreshing = null;
    this.again = false;
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.knocking = undefined;
    addEventListener("hashchange", () => this.takeSeat());
    addEventListener("offline", () => {
      if (page.view) {
        this.showConnected(false);
        this.refresh().catch(() => {});
      }
    }); // a request on its way may be older than the news: ask once more
    addEventListener("online", () => {
      this.refresh().catch(() => {});
    });
  }

  /** Take the seat in the address, else one that this browser keeps for the game. */
  async takeSeat() {
    const { page } = this,
      kept = keptSeats().filter((s) => s.game === page.gameId);
    let [token, linked = ""] = decodeURIComponent(location.hash.slice(1)).split(".");
    if (!token && kept.length) {
      token = kept[0].token;
      history.replaceState(null, "", `#${encodeURIComponent(token)}`);
    }
    if (token === page.seat.token && page.view) return;
    this.stop();
    this.viewCache = new ViewCache();
    page.take(new Seat(page.gameId, token));
    try {
      const found = await this.refresh();
      if (!found) return;
      page.seat.joining = this.bringKey(linked);
      await page.seat.joining;
    } catch (e) {
      const other =
        e instanceof RoomError && e.status === 401
          ? kept.find((s) => s.token !== token)
          : undefined; // an invitation that was used, and the seat it became
      if (other) {
        dropSeat(token);
        history.replaceState(null, "", `#${encodeURIComponent(other.token)}`);
        await this.takeSeat();
        return;
      }
      showCannotOpen(page, /** @type {Error} */ (e));
      return;
    }
    this.stop = listenForNews(
      page.seat,
      () => this.refresh().catch((e) => page.line.problem(errorText(e))),
      () => this.showConnected(false),
    );
  }

  /**
   * Let this seat sign its answers, if it can.
   * @param {string} linked the secret half of its key, from the link
   */
  async bringKey(linked) {
    const { page } = this,
      { seat } = page;
    try {
      const signer = await signing.signerOf(seat, page.view, linked);
      if (seat !== page.seat) return;
      seat.signer = signer;
      if (signer) {
        if (signer.d !== linked)
          history.replaceState(null, "", `#${encodeURIComponent(seat.token)}.${signer.d}`);
        if (!page.view.keys[page.view.side]) await this.refresh();
        page.actions.signDraw();
      }
    } catch (e) {
      page.line.problem(`This seat cannot sign now. ${errorText(e)}`);
    }
    page.draw();
  }

  /** @param {boolean} on */
  showConnected(on) {
    const lost = $("#lost"),
      { line } = this.page;
    if (on === lost.hidden) return;
    lost.hidden = on;
    lost.textContent = on ? "" : "Not connected. Your draft is kept.";
    clearInterval(this.knocking);
    if (on && line.value.trim()) line.examine();
    if (!on) this.knocking = setInterval(() => this.refresh().catch(() => {}), RETRY);
  }

  /**
   * Fetch the changes for this seat and draw them. One request runs at a time; a call during a
   * request starts one more after it, and waits for it.
   */
  refresh() {
    this.again = true;
    if (!this.refreshing)
      this.refreshing = this.fetchAndDraw().finally(() => {
        this.refreshing = null;
      });
    return this.refreshing;
  }

  /** Fetch the changes once. @returns {Promise<boolean>} whether the room answered */
  async fetchAndDraw() {
    const { page } = this;
    try {
      while (this.again) {
        this.again = false;
        const { seat, newest } = page,
          view = await this.viewCache.ask(seat, newest);
        if (seat !== page.seat) {
          this.again = true;
          continue;
        }
        if (view.n < newest) {
          page.lines = [];
          this.again = true;
          continue;
        }
        await page.showView(view);
      }
      this.showConnected(true);
    } catch (e) {
      if (!(e instanceof Offline)) throw e;
      this.showConnected(false);
      if (!page.view) throw e;
      return false;
    }
    return true;
  }
}
