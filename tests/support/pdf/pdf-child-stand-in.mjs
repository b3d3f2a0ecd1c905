// Stands in for the document process where a test needs one that misbehaves on command: the
// sheet's id, or the name to draw, says how.
const misdeeds = {
  crash: () => process.exit(3),
  throw: () => {
    throw new Error('made to fail')
  },
  hang: () => {
    for (;;);
  },
  hoard: () => {
    const hoard = []
    setInterval(() => hoard.push(Buffer.alloc(64 * 1024 * 1024, 1)), 5)
  },
  environment: () => JSON.stringify(process.env),
  arguments: () => JSON.stringify(process.execArgv),
  who: () => String(process.pid),
  slow: () => new Promise((resolve) => setTimeout(() => resolve('slow'), 150)),
}

process.on('disconnect', () => process.exit(0))

process.on('message', async (task) => {
  const answer = await misdeeds[task.sheet?.id ?? task.drawing]()
  if (answer) process.send({ made: new TextEncoder().encode(answer) })
})

process.send({ ready: true })
