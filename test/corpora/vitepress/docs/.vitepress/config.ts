export default { title: 'Quill' };
