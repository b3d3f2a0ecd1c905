import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, readFileSync } from 'node:fs'

const port = 3199
const url = `http://127.0.0.1:${port}`
/** Where build tools would lie, and packages. */
const places = ['/usr/bin', '/app/node_modules']

/** Docker, else buildah with root's rights, else nothing. */
export function findEngine() {
  if (works('docker', ['info'])) return docker
  if (works('buildah', ['--version']) && process.getuid?.() === 0) return buildah
  return null
}

const works = (tool, words) => spawnSync(tool, words, { stdio: 'ignore' }).status === 0
const ask = (tool, ...words) => execFileSync(tool, words, { encoding: 'utf8' }).trim()
const show = (tool, ...words) => execFileSync(tool, words, { stdio: 'inherit' })

/** The image that the last stage stands on. */
const baseImage = () =>
  [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm)].at(-1)?.[1] ?? ''

const docker = {
  name: 'docker',
  build: (name) => show('docker', 'build', '-t', name, '.'),
  sizes: (name) => ({ image: dockerSize(name), base: dockerSize(baseImage()) }),
  listing: (name) =>
    ask('docker', 'run', '--rm', '--entrypoint', 'sh', name, '-c', lsCommand).split('\n'),
  run(name, volume) {
    chownSync(volume, 1000, 1000)
    const id = ask(
      'docker',
      ...[
        'run',
        '-d',
        '--read-only',
        '-p',
        `127.0.0.1:${port}:3000`,
        '-v',
        `${volume}:/data`,
        name,
      ],
    )
    return {
      url,
      user: ask('docker', 'exec', id, 'id', '-u'),
      rootWritable: works('docker', ['exec', id, 'touch', '/app/x']),
      stop: async () => void spawnSync('docker', ['rm', '-f', '-v', stopped(id)]),
    }
  },
  tidy: () => {},
}

const lsCommand = places.map((at) => `ls -d ${at}/*`).join('; ')
const dockerSize = (image) =>
  Math.round(Number(ask('docker', 'image', 'inspect', '-f', '{{.Size}}', image)) / 1e6)

function stopped(id) {
  spawnSync('docker', ['stop', '-t', '10', id])
  return id
}

let container = null

/** Buildah has no read-only root of its own, so the image's root is mounted that way in a name space of its own. */
const buildah = {
  name: 'buildah',
  build: (name) => show('buildah', 'bud', '--layers', '--network', 'host', '-t', name, '.'),
  sizes: (name) => ({ image: buildahSize(name), base: buildahSize(baseImage()) }),
  listing: (name) =>
    ask('sh', '-c', `cd ${rootOf(name)} && ${lsCommand.replaceAll(' /', ' ./')}`).split('\n'),
  run(name, volume) {
    const { User, Env, Cmd, WorkingDir } = JSON.parse(
      ask('buildah', 'inspect', '--type', 'image', name),
    ).OCIv1.config
    const root = rootOf(name)
    const [uid, gid] = idsOf(root, User ?? '')
    chownSync(volume, uid, gid)
    const inside = `cd ${WorkingDir}; touch /app/x 2>/dev/null && echo writable; exec "$@"`
    const mounts = [
      `mount --bind ${root} ${root}`,
      `mount --bind ${volume} ${root}/data`,
      `mount -t proc proc ${root}/proc`,
      `mount --rbind /dev ${root}/dev`,
      `mount -o remount,bind,ro ${root}`,
      `exec chroot --userspec=${uid}:${gid} ${root} "$@"`,
    ].join(' && ')
    const child = spawn(
      'unshare',
      [
        ...['-m', 'sh', '-c', mounts, 'sh', '/usr/bin/env', '-i', ...Env],
        ...['PATH=/usr/local/bin:/usr/bin:/bin', `PORT=${port}`, 'HOST=127.0.0.1'],
        ...['sh', '-c', inside, 'sh', ...Cmd],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let said = ''
    child.stdout.on('data', (part) => {
      said += String(part)
    })
    return {
      url,
      user: String(uid),
      get rootWritable() {
        return said.includes('writable\n')
      },
      stop: () =>
        new Promise((gone) => {
          if (child.exitCode !== null) return gone()
          child.once('exit', gone)
          child.kill('SIGTERM')
        }),
    }
  },
  tidy: () => container && void spawnSync('buildah', ['rm', container]),
}

function rootOf(name) {
  container ??= ask('buildah', 'from', name)
  return ask('buildah', 'mount', container)
}

function idsOf(root, user) {
  const line = readFileSync(`${root}/etc/passwd`, 'utf8')
    .split('\n')
    .find((text) => text.split(':')[0] === user || text.split(':')[2] === user)
  const [, , uid = '0', gid = '0'] = line?.split(':') ?? []
  return [Number(uid), Number(gid)]
}

function buildahSize(image) {
  const [{ size }] = JSON.parse(ask('buildah', 'images', '--json', image))
  const [, count, unit] = /([\d.]+)\s*([KMG]?)B/.exec(size) ?? []
  return Math.round(Number(count) * ({ G: 1000, M: 1, K: 0.001 }[unit] ?? 1e-6))
}
