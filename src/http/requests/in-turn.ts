const turns = new Map<string, Promise<unknown>>()

/**
 * Runs the writes to one draft in the order of their arrival, though one of them waits for its signature to be drawn:
 * what somebody sent first must not overwrite what they sent since.
 */
export async function inTurn<Result>(draft: string, write: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(draft) ?? Promise.resolve()).then(write, write)
  turns.set(draft, turn)
  try {
    return await turn
  } finally {
    if (turns.get(draft) === turn) turns.delete(draft)
  }
}
