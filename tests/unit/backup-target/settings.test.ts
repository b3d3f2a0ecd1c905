import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#src/env.ts'

describe('a second place for backups', () => {
  const s3 = {
    BACKUP_TARGET: 's3://copies/shop/one',
    S3_ENDPOINT: 'https://s3.example.com/v1/',
    BACKUP_RECIPIENT: 'age1yqzf8qgdkv66c4ynwxa65q2yg2xd276tuh4zdvswvxprnam5ca0ss5y7k2',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }

  test('is a folder or S3-compatible storage', () => {
    expect(taken({ BACKUP_TARGET: '/mnt/copies' }).BACKUP_TARGET).toEqual({
      kind: 'folder',
      path: '/mnt/copies',
    })
    expect(taken(s3).BACKUP_TARGET).toEqual({
      kind: 's3',
      bucket: 'copies',
      prefix: 'shop/one',
    })
    expect(taken(s3).S3_ENDPOINT).toBe('https://s3.example.com/v1')
  })

  test.each([
    'copies',
    'https://s3.example.com/copies',
    's3://',
    's3://copies?bucket=other',
    's3://copies/a b',
  ])('is not %s', (BACKUP_TARGET) => {
    expect(refused({ ...s3, BACKUP_TARGET })).toEqual([expect.stringContaining('BACKUP_TARGET: ')])
  })

  test.each(['http://s3.example.com', 's3.example.com'])('is not reached at %s', (S3_ENDPOINT) => {
    expect(refused({ ...s3, S3_ENDPOINT })).toEqual([expect.stringContaining('S3_ENDPOINT: ')])
  })

  test.each(['BACKUP_RECIPIENT', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])(
    'on S3 needs %s',
    (name) => {
      expect(refused({ ...s3, [name]: '' })).toEqual([expect.stringContaining(`${name}: `)])
    },
  )

  test.each(['https://me:secret@s3.example.com', 'https://s3.example.com/?a=1'])(
    'is not reached at an address with a password or a query: %s',
    (S3_ENDPOINT) => {
      expect(refused({ ...s3, S3_ENDPOINT })).toEqual([expect.stringContaining('S3_ENDPOINT: ')])
    },
  )

  test('takes keys without a line break, which would show them in an error', () => {
    expect(taken({ ...s3, AWS_SESSION_TOKEN: 'token\n' }).AWS_SESSION_TOKEN).toBe('token')
    const [fault = ''] = refused({ ...s3, AWS_SESSION_TOKEN: 'to\nken' })
    expect(fault).toContain('AWS_SESSION_TOKEN: ')
    expect(fault).not.toContain('ken\n')
  })

  test('is not in the folder of the data, also by a link', () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'data-'))
    const link = `${DATA_DIR}-link`
    symlinkSync(DATA_DIR, link)
    onTestFinished(() => [link, DATA_DIR].forEach((path) => void rmSync(path, { recursive: true })))
    for (const BACKUP_TARGET of [DATA_DIR, join(DATA_DIR, 'backups'), join(link, 'a', 'b')])
      expect(refused({ DATA_DIR, BACKUP_TARGET })).toEqual([
        'BACKUP_TARGET: lies in DATA_DIR, and would be lost with it',
      ])
    expect(refused({ DATA_DIR, BACKUP_TARGET: `${DATA_DIR}-other` })).toEqual([])
    expect(refused({ DATA_DIR, BACKUP_TARGET: dirname(DATA_DIR) })).toEqual([])
  })

  test('takes no public key with a typing error', () => {
    const BACKUP_RECIPIENT = s3.BACKUP_RECIPIENT.replace('yqzf', 'yqzg')
    expect(refused({ ...s3, BACKUP_RECIPIENT })).toHaveLength(1)
  })
})

function taken(source: Record<string, string>) {
  const read = readEnv(source)
  if (!read.ok) throw new Error(read.faults.join())
  return read.env
}

function refused(source: Record<string, string>) {
  const read = readEnv(source)
  return read.ok ? [] : read.faults
}
