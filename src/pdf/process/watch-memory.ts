import { readFileSync } from 'node:fs'

const interval = 100

/**
 * Calls `exceeded` once when a process holds more than `limit` resident bytes. Returns a stop function. V8's own limit
 * does not count buffers, where a hostile picture asks for gigabytes. Works on Linux only.
 */
export function watchMemory(
  pid: number | undefined,
  limit: number,
  exceeded: () => void,
): () => void {
  const timer = setInterval(() => {
    if (residentBytes(pid) <= limit) return
    clearInterval(timer)
    exceeded()
  }, interval)
  return () => clearInterval(timer)
}

function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
