// The scene and what else a client is told, as types for the check of the JavaScript; docs/table/scene.md describes it.

export type Value = any; // numbers, texts, references, lists and maps of these, {hidden: …}
export type Ref = string;

export interface Seat { name: string; colour: string; participant: boolean }
export interface Member { label: string; title: string; note: string; columns: Record<string, string>; colour: string; shape: string; glyph: string; [more: string]: any }
export interface Kind { label: string; columns: Record<string, string>; face: string[] | null; members: Record<string, Member>; [more: string]: any }
export interface Cell { ref: Ref; name: string; label: string; x: number; y: number; [more: string]: any }
export interface Edge { ref: Ref; set: string; a: number; b: number }
export interface Board {
  label: string; shape: string; rows: number; columns: number; kind: string; tint: Record<string, string>; none: string;
  cells: Cell[]; links: [number, number][]; edges: Edge[]; [more: string]: any;
}
export interface Field { owner: string; name: string; label: string; type: string; keys: string; low: number | null; high: number | null; role: string; by?: string; on?: string; [more: string]: any }
export interface Piece { label: string; plural: string; board: string; face: string[] | null; title: string; [more: string]: any }
export interface Resource { label: string; colour: string; glyph: string; shape: string; [more: string]: any }

export interface Action { label: string; icons: any[]; granted: Ref; shared: boolean }

export interface Setting {
  scene: number; game: string; variant: string; title: string; language: string; languages: string[]; rules: string;
  seats: Seat[]; secrets: boolean; kinds: Record<string, Kind>; boards: Record<string, Board>; fields: Field[];
  pieces: Record<string, Piece>; resources: Record<string, Resource>; from: string[]; forecast: string; bots: string[]; actions: Record<string, Action>; [more: string]: any;
}

export interface Option { text: string; target: Ref; group: string; second?: Ref; source?: Ref }
export interface Decision {
  player: number; for: number; choice: string; prompt: string; rules: string[]; place: string; type: string; hidden: boolean;
  picked?: Ref[]; options?: Option[];
}
export interface Line { n: number; move: number; seat: number | null; text: (string | { seat: number })[]; rules: string[] }
export interface Step { revision: number; text: string }
export interface Change { of: string; field: string; key?: string; from: Value; to: Value }
export interface At { seats: string[]; mine: number[]; host: boolean; failed: string; notice: string }

export interface Moment {
  revision: number; viewer: number | null; over: boolean; winners: number[]; scores: (number | null)[]; colours: (string | null)[];
  table: Record<string, Value>; players: Record<string, Value>[]; cells: Record<string, Record<string, Value[]>>; edges: Record<string, Record<string, Value[]>>;
  pieces: Record<Ref, Record<string, Value>>; figures: Record<string, Record<string, number>>; spent: Record<string, number[]>; decisions: Decision[]; turn: Step[]; lines: number; log: Line[];
  changes?: Change[]; past?: boolean; plan?: { moves: number; stopped: string }; at?: At; trouble?: { revision: number; reason: string; lost: number };
}

export interface Gain { seat: number; field: string; key: string; by: number }
export interface Preview { gains?: Gain[]; touches?: Ref[]; then?: Ref[]; unsure?: boolean; sealed?: boolean; ends?: boolean }
export interface Forecast { seat: number; gains: Gain[]; unsure?: boolean }

/** An option that a thing on the table stands for. */
export interface Choice { number: number; option: Option; preview: Preview; then?: Ref }

/** What a page does with news. */
export interface Hears { setting(setting: Setting): void; moment(moment: Moment): void; connected(is: boolean): void }
