/* The fields of a form: a list, several ticks, or text. The draft line keeps their values. */
import { h } from "./render.js";

/**
 * @typedef {import('../types').Field} Field
 * @typedef {import('../types').Choice} Choice
 * @typedef {{key: number, form: string, title: string, said: Record<string, string>,
 *   picked: Record<string, Record<string, number>>, text: string}} Draft a line of a sheet that is
 *   being written: an order template with the words of its fields, or free text if `form` is empty
 */

/**
 * Draw a field of a line.
 * @param {Draft} d
 * @param {Field} f
 * @param {string} sheet
 * @param {() => void} changed
 */
export function formField(d, f, sheet, changed) {
  const say = (/** @type {string} */ text) => {
    if (text) d.said[f.slot] = text;
    else delete d.said[f.slot];
    changed();
  };
  const name = h("span", f.label, f.optional ? h("i.mute", ", if any") : null),
    value = d.said[f.slot] || "",
    list = `list-${sheet}-${f.slot}`;
  if (f.several && f.choices.length) return picker(d, f, name, say);
  return h(
    "label.field",
    { key: f.slot, "data-slot": f.slot, class: f.number ? "field small" : "field" },
    name,
    f.choices.length && !f.free
      ? h("select", { value, onChange: (e) => say(e.currentTarget.value) }, listOptions(f, value))
      : [
          f.choices.length
            ? h(
                "datalist",
                { id: list },
                f.choices.map((c) => h("option", { value: c.text }, c.label)),
              )
            : null,
          h("input", {
            type: f.number ? "number" : "text",
            list: f.choices.length ? list : null,
            min: f.number ? 1 : null,
            value,
            spellcheck: false,
            autocomplete: "off",
            maxlength: 400,
            onInput: (e) => say(e.currentTarget.value),
          }),
        ],
  );
}

/**
 * Return the entries of a field's list.
 * @param {Field} f
 * @param {string} value
 */
function listOptions(f, value) {
  const option = (/** @type {Choice} */ c) =>
    h(
      "option",
      { value: c.text, selected: value === c.text },
      c.note ? `${c.label} (${c.note})` : c.label,
    );
  return [
    h("option", { value: "" }, f.optional ? "none" : "choose"),
    grouped(f.choices).map(([g, list]) =>
      g ? h("optgroup", { label: g }, list.map(option)) : list.map(option),
    ),
  ];
}

/**
 * Draw a field that takes several entries of a list; of counted things it takes a number.
 * @param {Draft} d
 * @param {Field} f
 * @param {import('./render.js').Part} name
 * @param {(text: string) => void} say
 */
function picker(d, f, name, say) {
  const picked = (d.picked[f.slot] ||= {}),
    chosen = f.choices.filter((c) => c.text in picked),
    part = (/** @type {Choice} */ c) => (picked[c.text] < c.most ? picked[c.text] : 0);
  const write = () =>
    say(
      f.choices
        .filter((c) => c.text in picked)
        .map((c) => (c.part && part(c) ? c.part.replace("{n}", String(part(c))) : c.text))
        .join(", "),
    );
  const tick = (/** @type {Choice} */ c, /** @type {boolean} */ on) => {
    if (on) picked[c.text] = c.part ? c.most : 0;
    else delete picked[c.text];
    write();
  };
  const choice = (/** @type {Choice} */ c) =>
    h(
      "div.pick",
      { key: c.text },
      h(
        "label",
        h("input", {
          type: "checkbox",
          checked: c.text in picked,
          onChange: (e) => tick(c, e.currentTarget.checked),
        }),
        h("span", c.label, c.note ? h("small", c.note) : null),
      ),
      c.part && c.text in picked
        ? h("input.part", {
            type: "number",
            min: 1,
            max: c.most,
            defaultValue: String(picked[c.text] || c.most),
            "aria-label": `How many of ${c.label}`,
            onInput: (e) => {
              picked[c.text] = Math.max(
                1,
                Math.min(c.most, Number(e.currentTarget.value) || c.most),
              );
              write();
            },
          })
        : null,
    );
  return h(
    "div.field.several",
    { key: f.slot, "data-slot": f.slot },
    name,
    h(
      "details.picks",
      h(
        "summary",
        chosen.length
          ? h(
              "span",
              chosen.map((c) => (part(c) ? `${part(c)} of ${c.label}` : c.label)).join(", "),
            )
          : h("span.mute", f.optional ? "none" : "choose"),
      ),
      h(
        "div.picklist",
        grouped(f.choices).map(([g, list]) =>
          h("fieldset", { key: g }, g ? h("legend", g) : null, list.map(choice)),
        ),
      ),
    ),
  );
}

/**
 * @param {Choice[]} choices
 * @returns {[string, Choice[]][]}
 */
function grouped(choices) {
  /** @type {Map<string, Choice[]>} */
  const out = new Map();
  for (const c of choices) {
    const list = out.get(c.group);
    if (list) list.push(c);
    else out.set(c.group, [c]);
  }
  return [...out];
}
