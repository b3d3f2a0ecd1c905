import '@vitejs/plugin-react/preamble'
import type { IslandLoaders } from './framework/hydrate.ts'
import { tell } from './ui/toasts/store.ts'
import { failure } from './ui/toasts/toast.ts'

const islands = import.meta.glob('/islands/*.tsx') as IslandLoaders

// the server was upgraded while the page was open, or the connection broke
addEventListener('vite:preloadError', () =>
  tell(
    failure(
      'A part of this page did not load',
      'What you typed is still here, and the page works without that part. Reload the page to get it.',
    ),
  ),
)

// a slow processor would paint later if it compiled the scripts first
requestAnimationFrame(() => setTimeout(wakeIslands))

async function wakeIslands() {
  const { hydrateIslands } = await import('./framework/hydrate.ts')
  hydrateIslands(islands)
}
