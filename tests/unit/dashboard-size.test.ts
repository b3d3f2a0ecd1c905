import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }

const folder = 'dist/client'
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

/** A chunk and all that comes with it; the entry's own islands come only where a page has them. */
function withAll(name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`${name} is not in the build`)
  if (found.has(name)) return found
  found.add(name)
  const later = name === 'src/client.ts' ? [] : (chunk.dynamicImports ?? [])
  for (const other of [...(chunk.imports ?? []), ...later]) withAll(other, found)
  return found
}

test('The dashboard costs 85 KB of scripts at most, its plot included', () => {
  const names = ['src/client.ts', 'islands/AdminDashboard.tsx', 'islands/admin-frame.ts']
  const needed = new Set(names.flatMap((name) => [...withAll(name)]))
  expect(needed).toContain('islands/admin-dashboard/plot.ts')
  const bytes = [...needed].map((name) => statSync(join(folder, `${manifest[name]?.file}.br`)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(85 * 1024)
})
