/** Holds a check between its answer and what is done with it, so that a test can change something in between. */
export type HeldCheck = {
  /** From now on the check waits; returns how to let it go on, once it has come so far. */
  hold: () => { reached: Promise<void>; release: () => void }
  /** The check as it is used: its own answer, late. */
  late: <Given extends unknown[], T>(
    check: (...given: Given) => Promise<T>,
  ) => (...given: Given) => Promise<T>
}

/** A promise, and the function that fulfils it. */
export function latch() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

export function heldCheck(): HeldCheck {
  let held: { reach: () => void; until: Promise<void> } | null = null
  return {
    hold() {
      const [reached, until] = [latch(), latch()]
      held = { reach: reached.open, until: until.opened }
      return { reached: reached.opened, release: until.open }
    },
    late:
      (check) =>
      async (...given) => {
        const answer = await check(...given)
        const ours = held
        held = null
        ours?.reach()
        await ours?.until
        return answer
      },
  }
}
