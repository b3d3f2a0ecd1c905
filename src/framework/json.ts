/** What survives `JSON.parse(JSON.stringify(value))`: only this may go from server to browser. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** `T` when every part of it is JSON; a `Date`, a function or `undefined` in it becomes `never` and does not compile. */
export type JsonOnly<T> = T extends string | number | boolean | null
  ? T
  : T extends (...args: never[]) => unknown
    ? never
    : T extends object
      ? { [K in keyof T]: JsonOnly<T[K]> }
      : never
