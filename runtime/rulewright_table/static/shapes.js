// Outlines of figures, ours, in a box from -0.5 to 0.5.
import { ink, label, svg } from "./dom.js";

export const SHAPES = {
  house: "M-.4 .4V-.05L0-.42 .4-.05V.4Z",
  shop: "M-.46 .4V-.02L-.18-.34 .08-.02H.46V.4Z",
  round: "M-.42 0A.42 .42 0 1 1 .42 0 .42 .42 0 1 1-.42 0Z",
  fort: "M-.46 .42V-.42H-.26V-.24H-.1V-.42H.1V-.24H.26V-.42H.46V.42Z",
  pill: "M-.2-.34H.2A.34 .34 0 0 1 .2 .34H-.2A.34 .34 0 0 1-.2-.34Z",
  tower: "M-.26 .44-.2-.18H-.3V-.44H-.15V-.33H-.06V-.44H.06V-.33H.15V-.44H.3V-.18H.2L.26 .44Z",
  meeple: "M0-.46A.16 .16 0 0 1 .1-.16L.42 .02 .38 .17 .18 .12 .32 .45H.08L0 .26-.08 .45H-.32L-.18 .12-.38 .17-.42 .02-.1-.16A.16 .16 0 0 1 0-.46Z",
  horse: "M-.38 .44C-.38 .1-.3-.1-.14-.24L-.16-.46 .04-.34C.24-.3 .4-.1 .44 .08L.3 .2 .1 .08C.06 .2 .16 .3 .2 .44Z",
  bow: "M-.3-.44C.4-.3 .4 .3-.3 .44L-.22 .34C.2 .2 .2-.2-.22-.34ZM-.44-.04H.3V-.12L.46 0 .3 .12V.04H-.44Z",
  spear: "M-.05 .46V-.1H-.16L0-.48 .16-.1H.05V.46Z",
  sword: "M-.06 .2V-.36L0-.48 .06-.36V.2H.22V.29H.05V.46H-.05V.29H-.22V.2Z",
  shield: "M-.38-.4H.38V0C.38 .26 .16 .4 0 .47-.16 .4-.38 .26-.38 0Z",
  crown: "M-.42 .34V-.28L-.2-.04 0-.38 .2-.04 .42-.28V.34Z",
  star: "M0-.46 .13-.14 .46-.12 .2 .1 .29 .42 0 .24-.29 .42-.2 .1-.46-.12-.13-.14Z",
  flag: "M-.34 .46V-.44H-.26V-.4H.4L.26-.18 .4 .04H-.26V.46Z",
  disc: "M-.44 0A.44 .44 0 1 1 .44 0 .44 .44 0 1 1-.44 0Z",
  square: "M-.38-.38H.38V.38H-.38Z",
  diamond: "M0-.48 .38 0 0 .48-.38 0Z",
  drop: "M0-.48C.2-.16 .34 0 .34 .16A.34 .32 0 0 1-.34 .16C-.34 0-.2-.16 0-.48Z",
  hex: "M0-.47 .41-.23V.23L0 .47-.41 .23V-.23Z",
  card: "M-.26-.46H.26A.06 .06 0 0 1 .32-.4V.4A.06 .06 0 0 1 .26 .46H-.26A.06 .06 0 0 1-.32 .4V-.4A.06 .06 0 0 1-.26-.46Z",
  cup: "M-.38-.3H.26V-.2H.46V.16H.24C.2 .3 .12 .36 0 .38H-.1C-.3 .36-.38 .2-.38 0ZM.26-.1V.06H.36V-.1Z",
  jar: "M-.16-.46H.16V-.36H.1C.34-.26 .42 0 .36 .2 .32 .34 .24 .44 .16 .46H-.16C-.24 .44-.32 .34-.36 .2-.42 0-.34-.26-.1-.36H-.16Z",
  coin: "M-.42 0A.42 .42 0 1 1 .42 0 .42 .42 0 1 1-.42 0ZM-.26 0A.26 .26 0 1 0 .26 0 .26 .26 0 1 0-.26 0Z",
};

/** A figure at a place: the outline of its member, or a disc with its letters. */
export function figure(x, y, size, member, fill, mark) {
  const shape = SHAPES[member.shape];
  const sign = mark === undefined ? member.glyph : mark;
  const found = svg("g", { transform: `translate(${x} ${y}) scale(${size})`, class: "figure" });
  found.append(svg("path", { d: shape || SHAPES.disc, class: "halo" }), svg("path", { d: shape || SHAPES.disc, fill, class: "outline", "fill-rule": "evenodd" }));
  if (sign !== "" && sign !== null) {
    const text = String(sign);
    found.append(label(0, shape && member.shape !== "round" ? 0.12 : 0, text.length > 2 ? 0.26 : text.length > 1 ? 0.34 : 0.42, text, { fill: ink(fill), class: "sign" }));
  }
  return found;
}

/** The token of a seat: its colour and its number, so that colours are never needed. */
export function token(x, y, size, seat, colour) {
  const found = svg("g", { transform: `translate(${x} ${y}) scale(${size})`, class: "token" });
  found.append(svg("circle", { r: 0.44, fill: colour, class: "outline" }), label(0, 0, 0.5, seat + 1, { fill: ink(colour), class: "sign" }));
  return found;
}
