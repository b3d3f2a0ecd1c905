/** Stands in for src/framework/drawn-before.ts: every island is drawn as if nobody had seen it. */
export const drawnBefore = (_island: object, _props: string, draw: () => string) => draw()
