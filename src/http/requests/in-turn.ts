import type { Deps } from '#src/deps.ts'

/** Runs the writes to one draft in the order they arrived, even when one waits for its typed signature. */
export async function inTurn<Result>(
  { draftWrites: turns }: Deps,
  draft: string,
  write: () => Promise<Result>,
): Promise<Result> {
  const turn = (turns.get(draft) ?? Promise.resolve()).then(write, write)
  turns.set(draft, turn)
  try {
    return await turn
  } finally {
    if (turns.get(draft) === turn) turns.delete(draft)
  }
}
