import { beforeAll, expect, test } from 'vitest'
import { srgbProfile } from '#src/pdf/seal/srgb-profile.ts'
import { brokenPdfARules } from '../../../support/pdf/pdf-a-rules.ts'
import { sampleKey, samplePdf, sealSample } from '../../../support/pdf/sealing.tsx'

let pdf: Uint8Array

beforeAll(async () => {
  pdf = await samplePdf()
})

test('a document of the renderer breaks rules of PDF/A-3, and a sealed one none', async () => {
  expect(await brokenPdfARules(pdf)).toEqual(
    expect.arrayContaining(['6.2.2 output intent', '6.6.2 metadata']),
  )
  const { bytes } = await sealSample(pdf, await sampleKey())
  expect(await brokenPdfARules(bytes)).toEqual([])
})

test('titles that XML or PDF would read as their own come out whole', async () => {
  const title = 'a ]]> <b> &amp; (c) \\ "d" \u0000\uD800 e'
  const { bytes } = await sealSample(pdf, await sampleKey(), { title, author: '(株) サンプル' })
  expect(await brokenPdfARules(bytes)).toEqual([])
})

test('the colour profile is sRGB: white is white, and mid grey is a fifth of its light', () => {
  const profile = Buffer.from(srgbProfile())
  const tags = new Map(
    Array.from({ length: profile.readUInt32BE(128) }, (_, index) => {
      const at = 132 + 12 * index
      const [offset, size] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)]
      return [profile.toString('latin1', at, at + 4), profile.subarray(offset, offset + size)]
    }),
  )
  const numbers = (tag: string, from: number) => {
    const body = tags.get(tag) ?? Buffer.alloc(0)
    const count = Math.floor((body.length - from) / 4)
    return Array.from({ length: count }, (_, index) => body.readInt32BE(from + 4 * index) / 65536)
  }
  const [red = [], green = [], blue = []] = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => numbers(tag, 8))
  const sum = red.map((part, index) => part + (green[index] ?? 0) + (blue[index] ?? 0))
  for (const [index, part] of numbers('wtpt', 8).entries()) expect(sum[index]).toBeCloseTo(part, 3)
  const [gamma = 0, a = 0, b = 0] = numbers('rTRC', 12)
  expect((a * 0.5 + b) ** gamma).toBeCloseTo(0.21404, 4)
  expect(profile.readUInt32BE(0)).toBe(profile.length)
  expect(profile.length).toBeLessThan(700)
})
