import '@vitejs/plugin-react/preamble'
import type { IslandLoaders } from './framework/hydrate.ts'
import { tell } from './ui/toasts/store.ts'
import { failure } from './ui/toasts/toast.ts'

const islands = import.meta.glob('/islands/*.tsx') as IslandLoaders

// an upgrade while the page is open, or a connection that broke
addEventListener('vite:preloadError', () =>
  tell(
    failure(
      'A part of this page did not load',
      'What you typed is still here, and the page works without that part. Reload it to have everything.',
    ),
  ),
)

// after the first paint, which a slow processor would show later while it compiles scripts
requestAnimationFrame(() => setTimeout(wakeIslands))

async function wakeIslands() {
  const { hydrateIslands } = await import('./framework/hydrate.ts')
  hydrateIslands(islands)
}
