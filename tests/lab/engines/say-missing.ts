import { engines } from './installed.ts'

/** Before the journeys: says which browsers they run in, and which this machine does not have. */
export default function sayMissing() {
  for (const [name, engine] of Object.entries(engines()))
    console.log(
      engine
        ? `The journeys run in ${name} ${engine.version}`
        : `The journeys do not run in ${name}: it is not installed. "npm run engines" installs it on Debian.`,
    )
}
