/** What a browser without scripts would post of one form of a page. */
export function fieldsIn(html: string, id: string): Record<string, string> {
  const [form = ''] = new RegExp(`<form[^>]* id="${id}"[\\s\\S]*?</form>`).exec(html) ?? []
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => input)
  const sent = inputs.filter((input) => !/type="checkbox"/.test(input) || / checked=/.test(input))
  const areas = [...form.matchAll(/<textarea[^>]* name="(\w+)"[^>]*>([^<]*)</g)]
  const selects = [...form.matchAll(/<select[^>]* name="(\w+)"[^>]*>([\s\S]*?)<\/select>/g)]
  return Object.fromEntries([
    ...sent.map((input) => [attribute(input, 'name'), attribute(input, 'value')]),
    ...areas.map(([, name, text = '']) => [name, decoded(text)]),
    ...selects.map(([, name, options = '']) => [
      name,
      attribute(/<option[^>]* selected=[^>]*>/.exec(options)?.[0] ?? '', 'value'),
    ]),
  ])
}

const attribute = (tag: string, name: string) =>
  decoded(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

const decoded = (text: string) =>
  text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
