// What the table's page and the server say to each other (docs/protocol.md). Read by tsc only, never by a browser.

export {};

declare global {
  type Id = string; // of an element in the picture
  type Part = [text: string] | ["b", name: string, element: string, seat?: number];
  type Odds = [words: string, chance: number];
  type Fragment = [key: string, svg: string];
  type Put = [key: string, before: string | null, svg: string];

  interface Picture { viewBox: string; ground: string; fragments: Fragment[]; label?: string; name: string }
  interface Change { put: Put[]; gone: string[]; viewBox?: string; ground?: string; fragments?: Fragment[] }
  interface Line { seq: number; parts: Part[]; by?: number; round?: number }
  interface Said { by: number; name?: string; text: string; at?: number }

  interface Seat {
    seat: number; name: string; sign: string; role?: string; kind: "you" | "person" | "bot" | "open"; bot?: string;
    here: boolean; active: boolean; asked: boolean; facts?: { sign: string; value: string | number; words: string }[]; note?: string; out?: boolean;
  }
  interface Choice {
    line: number[]; text: string; words: string; rule: string; targets?: Id[]; weighty?: boolean; extra?: boolean;
    forecast?: Odds[]; course?: string; via?: Id[];
  }
  interface Fault { words: string; rule: string; element: [number, number] | null }
  interface Draft {
    pieces: [number, Id, string][]; places: [number, Id, string][]; pairs: [number, number][];
    counts?: [string, number, number][]; faults?: Fault[]; ready?: boolean; fill?: boolean;
    signs?: Record<string, string>; barred?: Record<string, number[]>;
  }
  interface Chance { words?: string; left: number; length: number; pass?: number; standing?: [string, string][]; chosen?: string }
  interface Ask {
    seat: number; q: number; words: string; rule: string; kind: string; tip?: string; banner: string; choices: Choice[];
    ways?: boolean; draft?: Draft; undo?: { can: boolean; words: string }; close?: number | null; window?: Chance;
  }
  interface Outcome {
    words: string; won: boolean | null; scores?: [string, number, [string, number][]][]; sources?: [string, number][];
    facts?: [string, string | number][]; turns?: Line[]; rematch?: { words: string; link?: string };
  }
  interface Lobby { words: string; start: boolean }
  interface Card { title: string; lines: string[]; picture?: string }
  interface Moment { curtain?: { seat: number; name: string } | null; lobby?: Lobby | null; windows?: Chance[] }

  interface Whole extends Moment {
    t: "whole"; seq: number;
    table: { code: string; game: string; title: string; where: string; practice?: boolean; commitment?: string; over?: boolean };
    me: { seats: number[]; host: boolean; name: string; spectator: boolean; rewind?: boolean };
    picture: { wide?: Picture; tall?: Picture }; seats: Seat[]; asks: Ask[]; waiting: string; log: Line[]; chat?: Said[];
    outcome: Outcome | null; pencil?: Record<Id, string>; card?: Card | null; phrases?: string[]; bots?: [string, string][];
    host?: { spectators: boolean; closed: boolean; pause: boolean; limit: number; clock: [number, number] | null; screen: boolean };
  }
  interface Frame {
    t: "frame"; seq: number; caption: string; beat: number; by: number; wide?: Change; tall?: Change; log?: Line[]; seats?: (Partial<Seat> & { seat: number })[]; where?: string;
  }
  interface Asked extends Moment { t: "ask"; seq: number; asks: Ask[]; waiting: string; seats?: Seat[] }
  interface Bye { t: "bye"; words: string; why: "elsewhere" | "removed" | "upgrade" | "stale" }
  type Reply =
    | { t: "ok"; id: string; seq?: number }
    | { t: "no"; id: string; words: string; rule?: string }
    | { t: "why"; id: string; words: string; rule?: string }
    | { t: "way"; id: string; choice: Choice }
    | { t: "overlay"; id: string; svg: string }
    | { t: "draft"; id: string; seat: number; pairs: [number, number][]; counts?: [string, number, number][]; faults: Fault[]; ready?: boolean }
    | { t: "link"; id: string; words: string; link: string; code?: string; qr?: string };
  type Down = Whole | Frame | Asked | Bye | Reply
    | { t: "seats"; seats: Seat[]; lobby?: Lobby | null } | { t: "chat"; line: Said } | { t: "point"; at: Id; by: number; name: string }
    | { t: "over"; outcome: Outcome } | { t: "pong" };
  type Up = { t: string; id?: string; seat?: number; q?: number; [more: string]: unknown };

  interface Page {
    ws: string; token: string; code: string; game: string; title: string; pieces?: string; styles?: string; rules: string; link: string;
    qr?: string; local?: boolean; open?: string; again?: string; replay?: string; pencil: string;
  }
  type State = "open" | "lost" | "elsewhere" | "removed";
  const Idiomorph: { morph(old: Element, now: Node | NodeListOf<ChildNode> | Node[], config?: object): Node[] };
}
