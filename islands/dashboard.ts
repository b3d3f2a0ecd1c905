import type { Analytics } from '#src/domain/review/dashboard.ts'
import { shownMonths } from '#src/forms/admin/shown-months.ts'
import { statCards } from '#src/ui/admin/dashboard/Cards.tsx'
import { CallError, call } from '#src/ui/calls/call.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast } from '#src/ui/toasts/toast.ts'

const stats = document.getElementById('stats')
const plot = document.getElementById('plot')

if (stats && plot) showNumbers(stats, plot)

call('GET', '/api/applications/recent-updates').catch((error) => {
  if (!isSignedOut(error)) showToast(adminToasts.updatesFailed)
})

async function showNumbers(stats: HTMLElement, plot: HTMLElement) {
  const drawing = import('./dashboard/plot.ts')
  stats.ariaBusy = 'true'
  try {
    const analytics = await call<Analytics>('GET', '/api/analytics')
    const texts = statCards(analytics).flatMap(([, ...texts]) => texts)
    for (const [index, line] of stats.querySelectorAll('dd').entries())
      line.textContent = texts[index] ?? ''
    const { drawMonths } = await drawing
    const months = shownMonths(analytics.monthlyStats)
    if (months.length > 0) {
      drawMonths(plot, months)
      offerPlot(plot)
    }
  } catch (error) {
    plot.replaceChildren()
    if (!isSignedOut(error)) console.warn('The chart could not be drawn; its table stays', error)
  }
  stats.ariaBusy = null
}

/** The table stays for those who do not see the plot. */
function offerPlot(plot: HTMLElement) {
  const months = document.getElementById('months')
  const toggle = document.getElementById('months-toggle')
  if (!months || !toggle) return
  toggle.hidden = false
  toggle.onclick = () => show(months.className !== 'months')
  show(false)

  function show(asTable: boolean) {
    if (!months || !toggle) return
    plot.className = asTable ? 'plot plot-away' : 'plot'
    months.className = asTable ? 'months' : 'visually-hidden'
    toggle.textContent = asTable ? 'Show as chart' : 'Show as table'
  }
}

const isSignedOut = (error: unknown) => error instanceof CallError && error.status === 401
