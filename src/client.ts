import '@vitejs/plugin-react/preamble'
import type { IslandLoaders } from './framework/hydrate.ts'

const islands = import.meta.glob('/islands/*.tsx') as IslandLoaders

// after the first paint, which a slow processor would show later while it compiles scripts
requestAnimationFrame(() => setTimeout(wakeIslands))

async function wakeIslands() {
  const { hydrateIslands } = await import('./framework/hydrate.ts')
  hydrateIslands(islands)
}
