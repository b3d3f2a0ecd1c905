import { refreshPage } from '#src/ui/calls/merge-page.ts'

/** Milliseconds before each further read; few, because every read is logged. */
const waits = [1000, 2000, 4000, 8000, 16_000, 32_000]
let reads = { of: '', count: 0 }
let timer: ReturnType<typeof setTimeout> | undefined

// another value of `data-refreshes` starts again
refreshLater()
document.addEventListener('page-merged', refreshLater)

function refreshLater() {
  clearTimeout(timer)
  const of = document.querySelector<HTMLElement>('[data-refreshes]')?.dataset.refreshes
  if (of === undefined) return
  if (reads.of !== of) reads = { of, count: 0 }
  const wait = waits[reads.count]
  if (wait === undefined) return
  timer = setTimeout(() => {
    if (document.hidden || document.getElementById('main')?.ariaBusy) return
    reads.count += 1
    refreshPage().catch(() => {})
  }, wait)
}
