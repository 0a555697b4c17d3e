/** A table of build times, from the results that `npm run bench` writes. */
export default function BuildTimes({ results }: { results: string }) {
  const sizes = results.split(/^## (?=[\d,]+ pages)/m).slice(1);
  const states = ['cold', 'nothing changed', 'one word changed', 'one sidebar title changed'];
  return (
    <table>
      <thead>
        <tr>
          <th>CPU seconds</th>
          {sizes.map((size) => (
            <th key={size}>{size.split('\n')[0]}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {states.map((state) => (
          <tr key={state}>
            <td>{state}</td>
            {sizes.map((size) => (
              <td key={size}>{median(size, state)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The median of the CPU times of docwright in a row `minimum / median / maximum`. */
function median(text: string, state: string): string {
  const row = text.split('\n').find((line) => line.startsWith(`| ${state} | docwright |`));
  return row?.split('|')[4]?.split('/')[1]?.trim() ?? '';
}
