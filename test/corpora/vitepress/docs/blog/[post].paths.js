export default { paths: () => [{ params: { post: 'one', title: 'One' } }] };
