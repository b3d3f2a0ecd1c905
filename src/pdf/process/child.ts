import type { Answer, Made, Task } from './service.ts'

// this process draws what strangers have typed, so it must not fetch anything
globalThis.fetch = () => Promise.reject(new Error('A drawing process has no network'))

process.on('disconnect', () => process.exit(0))

// the library decodes pictures outside of its promise
process.on('uncaughtException', ({ message }) => {
  answer({ failed: message }, () => process.exit(1))
})

const { make }: { make: (task: Task) => Promise<Made[Task['kind']]> } =
  process.argv[2] === 'signatures'
    ? await import('./make-signature.ts')
    : await import('./make-document.ts')

process.on('message', async (task: Task) => {
  try {
    answer({ made: await make(task) })
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) })
  }
})

answer({ ready: true })

function answer(message: Answer, onSent?: () => void): void {
  process.send?.(message, undefined, undefined, onSent)
}
