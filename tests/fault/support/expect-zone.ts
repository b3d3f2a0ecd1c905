/** Before each file of a run that is meant to be in a time zone: a machine elsewhere would show nothing. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
if (timeZone !== process.env.TZ) throw new Error(`The machine is in ${timeZone}`)
