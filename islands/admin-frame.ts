import { call } from '#src/ui/calls/call.ts'
import { keepCheckingSession } from '#src/ui/calls/check-session.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import {
  keepToastForNextPage,
  showKeptToast,
  showToast,
  withoutWord,
} from '#src/ui/toasts/toast.ts'

const onDashboard = 1000

const leaveAfter = location.pathname === '/admin/dashboard' ? onDashboard : 0
keepCheckingSession('/api/admin/me', signIn, leaveAfter)
showKeptToast()
const address = withoutWord(location.href)
if (address.href !== location.href) history.replaceState(history.state, '', address)

document.getElementById('logout')?.addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    await call('POST', '/api/admin/logout')
    keepToastForNextPage(adminToasts.signedOut)
    location.assign('/admin')
  } catch {
    showToast(adminToasts.signOutFailed)
  }
})

function signIn(failed?: true) {
  const opens = `${location.pathname}${location.search}`
  return `/admin?${new URLSearchParams({ ...(failed && { check: 'failed' }), opens })}`
}
