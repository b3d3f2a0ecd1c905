import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error: it has no types
import S3rver from '@20minutes/s3rver'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runDrill } from '../../src/domain/backup/drill.ts'
import { submit } from '../support/app/applicants.ts'
import { issueAll } from '../support/app/documents.ts'
import { going, hasRestic, offSiteApp, placeRepository } from '../support/backup/off-site.ts'
import { freePort } from '../support/built-server.ts'

const sshd = '/usr/sbin/sshd'
const hasSshd = existsSync(sshd) && userInfo().uid === 0

/** The only access that the server knows. */
const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

describe.skipIf(!hasRestic)('S3', { timeout: 180_000 }, () => {
  test('takes backups, and gives them back to a drill', async () => {
    const site = await offSiteApp({ BACKUP_REPOSITORY: await s3Server(), ...s3Keys })
    await submit(site.app.browser())
    await issueAll(site.app)
    await site.send()
    const { backups } = await runDrill(site.app.deps, going())
    expect(backups).toMatchObject([{ documents: 1 }])
  })

  test('with a wrong key is told in its words, without the key', async () => {
    const wrong = { ...s3Keys, AWS_ACCESS_KEY_ID: 'NOT-THE-KEY' }
    const { send } = await offSiteApp({ BACKUP_REPOSITORY: await s3Server(), ...wrong })
    const reason = await send().then(String, String)
    expect(reason).toContain('does not exist in our records')
    expect(reason).not.toContain('NOT-THE-KEY')
  })
})

describe.skipIf(!hasRestic || !hasSshd)('SFTP', () => {
  test('takes backups, and gives them back to a drill', async () => {
    const { repository, PATH } = await sshServer()
    const { app, send } = await offSiteApp({ BACKUP_REPOSITORY: repository, PATH })
    await send()
    expect((await runDrill(app.deps, going())).backups).toHaveLength(1)
  })
})

/** An S3 server on loopback with a bucket; returns the repository in it. */
async function s3Server(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // it reckons with another query than restic's client signs
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: 'copies' }],
  })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return `s3:http://127.0.0.1:${port}/copies/shop`
}

/** An SSH server on loopback with a folder, and a path on which `ssh` knows how to reach it. */
async function sshServer() {
  const folder = mkdtempSync(join(tmpdir(), 'sshd-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  for (const key of ['host', 'user'])
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(key)])
  writeFileSync(at('authorized'), readFileSync(at('user.pub')), { mode: 0o600 })
  // as the system's own start makes it
  mkdirSync('/run/sshd', { recursive: true })
  const port = await freePort()
  const settings = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${at('host')}`, `PidFile ${at('pid')}`],
    ...[`AuthorizedKeysFile ${at('authorized')}`, 'StrictModes no', 'UsePAM no'],
    ...['PasswordAuthentication no', 'Subsystem sftp internal-sftp'],
  ]
  writeFileSync(at('sshd_config'), `${settings.join('\n')}\n`)
  const server = spawn(sshd, ['-D', '-e', '-f', at('sshd_config')], { stdio: 'pipe' })
  onTestFinished(() => void server.kill())
  let said = ''
  server.stderr.on('data', (part) => {
    said += part
  })
  await vi.waitFor(() => expect(said).toContain('listening'), 10_000)
  const options = `-p ${port} -i ${at('user')} -o StrictHostKeyChecking=no -o UserKnownHostsFile=${at('known')}`
  writeFileSync(at('ssh'), `#!/bin/sh\nexec /usr/bin/ssh ${options} "$@"\n`, { mode: 0o755 })
  placeRepository(at('repository'))
  const repository = `sftp:${userInfo().username}@127.0.0.1:${at('repository')}`
  return { repository, PATH: `${folder}:${process.env.PATH}` }
}
